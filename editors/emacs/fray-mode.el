;;; fray-mode.el --- Rules of tabletop skirmish games -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1"))
;; (load "FRAY/editors/emacs/fray-mode.el") in your init file; `M-x eglot' starts the server.

;;; Code:

(defgroup fray nil "Rules of tabletop skirmish games." :group 'languages)

(defcustom fray-path "fray" "The program `fray'." :type 'string)

(defconst fray-keywords
  '("pack" "extends" "unit" "symbols" "kind" "plural" "table" "setting" "attribute" "note" "track" "state" "slot"
    "value" "outcome" "function" "condition" "relation" "fact" "card" "check" "question" "option" "when" "action"
    "every" "deed" "reaction" "turn" "phase" "figure" "map" "scenario" "side" "test" "covers" "words" "replace"
    "remove" "add"))

(defconst fray-operators '("and" "or" "not" "if" "then" "else" "case" "let" "where" "is" "has" "in" "round"))

(defvar fray-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defun fray-indent-line ()
  "Indent by two for each block that is open."
  (interactive)
  (let* ((closes (save-excursion (back-to-indentation) (looking-at "[]})]")))
         (depth (save-excursion (beginning-of-line) (car (syntax-ppss)))))
    (indent-line-to (* 2 (max 0 (if closes (1- depth) depth))))))

;;;###autoload
(define-derived-mode fray-mode prog-mode "fray"
  "Rules of tabletop skirmish games."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local indent-line-function #'fray-indent-line)
  (setq-local font-lock-defaults
              `(((,(regexp-opt fray-keywords 'words) . font-lock-keyword-face)
                 (,(regexp-opt fray-operators 'words) . font-lock-builtin-face)
                 ("@[^ ;}|\n]+" . font-lock-constant-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.fray\\'" . fray-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(fray-mode . (,fray-path "lsp"))))

(provide 'fray-mode)
;;; fray-mode.el ends here
