# Runs the command given as arguments for as long as standard input stays open. Standard
# input is the pipe from the JVM, which the system closes however the JVM ends, kill -9
# included.
#
# Ctrl-C in a terminal goes to all processes in its foreground. It is meant for the
# application, which still needs Redis while it stops: so Redis gets a process group of
# its own (where there is "setsid", this whole script has been started with it already).
trap '' INT
command -v setsid >/dev/null 2>&1 || set -m
"$@" </dev/null &
redis=$!
# From here on only Redis holds the pipe to the JVM: its end tells that Redis has ended.
exec >/dev/null 2>&1
cat
kill "$redis"
wait "$redis"
