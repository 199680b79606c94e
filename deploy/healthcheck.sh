#!/bin/bash
# Checks whether the server in this container can serve requests. Uses Bash, because the image has no HTTP client.
exec 3<>"/dev/tcp/127.0.0.1/${LETTERSHOP_PORT:-8484}" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r _ status _ <&3
[ "$status" = 200 ]
