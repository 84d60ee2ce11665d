echo 1..2; n=0; fails=0
check() { n=$((n+1)); if [ "$2" = "$3" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fails=1; fi; }
. ./greet.sh
check "greets" "Hello, Ada" "$(greet Ada)"
check "greets nobody" "Hello, you" "$(greet)"
exit $fails
