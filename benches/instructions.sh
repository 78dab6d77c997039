#!/usr/bin/env bash
# Counts the instructions of what fray is used for most and compares them with those of the last record: unlike seconds
# they repeat to a thousandth on a busy machine too. A twentieth more than recorded is a failure.
#
#   benches/instructions.sh             compares with benches/instructions.tsv
#   benches/instructions.sh --record    writes what this build takes
set -euo pipefail
cd "$(dirname "$0")/.."

record=benches/instructions.tsv
command -v valgrind >/dev/null || { apt-get update -q && apt-get install -y -q valgrind; }
cargo build --release --locked --quiet
fray=$PWD/target/release/fray
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/house.fray" <<'RULES'
pack house "One changed number" extends skirmish { license "CC BY-SA 3.0 US" }
card concealment { replace -4 "prone target" when manner is shooting and target is prone @house }
RULES

# Instructions of one process, on one thread.
count() {
  RAYON_NUM_THREADS=1 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
    "$fray" "$@" 2>&1 >/dev/null | sed -n 's/.*I *refs: *//p' | tr -d ,
}

# Instructions of one game among many, without the start.
game() {
  echo $((($(count sim "$1" -n 21 --jobs 1) - $(count sim "$1" -n 1 --jobs 1)) / 20))
}

shot='Bruce shoots at Zorgo with Autopistol, range 12'
measured() {
  printf '%s\t%s\n' 'start: ask skirmish a sentence' "$(count ask skirmish "$shot")"
  printf '%s\t%s\n' 'start: ask duel a sentence' "$(count ask duel 'Bruce shoots Zorgo with Autopistol')"
  printf '%s\t%s\n' 'exact odds of a whole shot' "$(count odds duel 'Bruce shoots Zorgo with Autopistol' --whole)"
  printf '%s\t%s\n' 'worth of everything to a shot' "$(count worth skirmish "$shot")"
  printf '%s\t%s\n' 'check of a house rule' "$(count check "$work/house.fray")"
  printf '%s\t%s\n' 'a duel' "$(game duel)"
  printf '%s\t%s\n' 'a fight in the arena' "$(game arena)"
  printf '%s\t%s\n' 'a firefight' "$(game firefight)"
}

measured >"$work/now"
if [ "${1:-}" = --record ]; then
  cp "$work/now" "$record"
  cat "$record"
  exit
fi
awk -F '\t' '
  NR == FNR { recorded[$1] = $2; next }
  !($1 in recorded) { printf "%-34s %14d, not recorded\n", $1, $2; failed = 1; next }
  {
    change = 100 * ($2 / recorded[$1] - 1)
    verdict = change > 5 ? "  too many" : change < -5 ? "  fewer: record it" : ""
    printf "%-34s %14d  %+6.1f %%%s\n", $1, $2, change, verdict
    if (change > 5) failed = 1
  }
  END { exit failed }
' "$record" "$work/now"
