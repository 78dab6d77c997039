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

# Instructions of one process, on one thread; it must end well.
count() {
  local said
  said=$(mktemp -p "$work")
  RAYON_NUM_THREADS=1 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
    "$fray" "$@" 2>"$said" >/dev/null || { cat "$said" >&2; return 1; }
  sed -n 's/.*I *refs: *//p' "$said" | tr -d ,
}

# What a command takes.
one() {
  local name=$1 all
  shift
  all=$(count "$@")
  printf '%s\t%s\n' "$name" "$all"
}

# What one game among many takes, without the start.
game() {
  local first all
  first=$(count sim "$2" -n 1 --jobs 1)
  all=$(count sim "$2" -n 21 --jobs 1)
  printf '%s\t%s\n' "$1" $(((all - first) / 20))
}

games() {
  game 'a duel' duel
  game 'a fight in the arena' arena
  game 'a firefight' firefight
}

# Side by side, for nothing is timed.
measured() {
  local playing
  games >"$work/games" & playing=$!
  one 'start: ask skirmish a sentence' ask skirmish 'Bruce shoots Zorgo with Autopistol, range 12'
  one 'start: ask duel a sentence' ask duel 'Bruce shoots Zorgo with Autopistol'
  one 'exact odds of a whole shot' odds duel 'Bruce shoots Zorgo with Autopistol' --whole
  one 'worth of everything to a shot' worth skirmish 'Bruce shoots Zorgo with Autopistol, range 12'
  one 'check of a house rule' check "$work/house.fray"
  wait "$playing"
  cat "$work/games"
}

measured >"$work/now"
if [ "${1:-}" = --record ]; then
  cp "$work/now" "$record"
  cat "$record"
  exit
fi
awk -F '\t' '
  NR == FNR { recorded[$1] = $2; next }
  !($1 in recorded) { printf "%-34s %14.0f, not recorded\n", $1, $2; failed = 1; next }
  {
    change = 100 * ($2 / recorded[$1] - 1)
    verdict = change > 5 ? "  too many" : change < -5 ? "  fewer: record it" : ""
    printf "%-34s %14.0f  %+6.1f %%%s\n", $1, $2, change, verdict
    if (change > 5) failed = 1
  }
  END { exit failed }
' "$record" "$work/now"
