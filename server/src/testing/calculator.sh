#!/bin/sh
# A calculator for tests that starts in milliseconds. It uses the frames of gateways/pob/driver.lua and obeys the first word of a
# build. Its argument is a file to which it appends its process id.
echo $$ >>"$1"

question='\000\000\000\000'

# Writes frames of less than 256 bytes.
say() {
  printf "\\000\\000\\000\\$(printf '%03o' ${#1})$question"
  printf '%s' "$1"
}

[ "$2" = '' ] || { echo "$2" >&2; exit 4; }
say '!shared stand-in'
while set -- $(head -c 8 | od -An -tu1) && [ $# -eq 8 ]; do
  question=$(printf '\\%03o\\%03o\\%03o\\%03o' "$5" "$6" "$7" "$8")
  text=$(head -c $(($2 * 65536 + $3 * 256 + $4)))
  case $text in
    hang*) kill -STOP $$ ;;
    crash*) echo 'a secret place' >&2; kill -SEGV $$ ;;
    garbage*) printf 'HTTP/1.1 200 OK' ;;
    endless*) printf '\177\000\000\000\000\000\000\000' ;;
    twice*) say '+once'; say '+again' ;;
    memory*) x=$(head -c 200000000 /dev/zero | tr '\0' x); say "+${#x}" ;;
    refuse*) say '-cannot read it'; exit 1 ;;
    environment*) say "+$(env | grep -v '^PWD=\|^OLDPWD=\|^_=\|^SHLVL=')" ;;
    # A background process keeps its standard error open after it ends.
    leaves*) sleep 2 </dev/null >/dev/null & say '+left' ;;
    older*) say '~calculated' ;;
    *) say '+<PlayerStat stat="Life" value="4321"/>' ;;
  esac
done
