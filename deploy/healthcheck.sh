#!/bin/bash
# Whether the server in this container can serve requests. The image has no program that speaks HTTP, and Bash can.
exec 3<>"/dev/tcp/127.0.0.1/${LETTERSHOP_PORT:-8484}" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r _ status _ <&3
[ "$status" = 200 ]
