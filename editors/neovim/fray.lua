-- fray for Neovim 0.7 and later: put this file into ~/.config/nvim/plugin/.
local group = vim.api.nvim_create_augroup("fray", { clear = true })
local clients = {}

local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  return folder:match("^(.*)/rules/") or folder:match("^(.*)/scripts/") or folder
end

local function keys(buffer)
  local function map(key, what)
    vim.api.nvim_buf_set_keymap(buffer, "n", key, "<cmd>lua " .. what .. "<cr>", { noremap = true, silent = true })
  end
  vim.api.nvim_buf_set_option(buffer, "omnifunc", "v:lua.vim.lsp.omnifunc")
  map("K", "vim.lsp.buf.hover()")
  map("gd", "vim.lsp.buf.definition()")
  map("gr", "vim.lsp.buf.references()")
  map("<leader>rn", "vim.lsp.buf.rename()")
  map("<leader>ca", "vim.lsp.buf.code_action()")
  map("<leader>cl", "vim.lsp.codelens.run()")
end

local function attach(buffer, file)
  local root = root_of(file)
  local config = { name = "fray", cmd = { vim.g.fray_path or "fray", "lsp" }, root_dir = root }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    clients[root] = clients[root] or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
  keys(buffer)
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = "*.fray",
  callback = function(event)
    local buffer = event.buf
    vim.api.nvim_buf_set_option(buffer, "filetype", "fray")
    vim.api.nvim_buf_set_option(buffer, "commentstring", "# %s")
    attach(buffer, event.match or event.file)
  end,
})

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = "*/scripts/*.luau",
  callback = function(event)
    attach(event.buf, event.match or event.file)
  end,
})

-- Colors without a grammar; the server's own come over them where Neovim has them.
vim.api.nvim_create_autocmd("FileType", {
  group = group,
  pattern = "fray",
  command = [[
    syntax clear
    syntax match frayComment /#.*$/
    syntax region frayText start=/"/ skip=/\\./ end=/"\|$/
    syntax match frayCite /@[^ ;}|]*/
    syntax match frayNumber /\<\d\+\(\.\d\+\|d\d\+\)\?\>/
    syntax keyword frayKeyword pack extends unit symbols kind plural table setting attribute note track state slot value outcome function condition relation fact card check question option when action every deed reaction turn phase figure map scenario side test covers words replace remove add
    syntax keyword frayOperator and or not if then else case let where is has in round
    highlight default link frayComment Comment
    highlight default link frayText String
    highlight default link frayCite Identifier
    highlight default link frayNumber Number
    highlight default link frayKeyword Keyword
    highlight default link frayOperator Operator
  ]],
})
