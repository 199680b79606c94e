import type { Socket } from 'node:net'

/** More than any command carries; a peer that sends no newline must not fill the memory. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

/** Calls `onLine` for every line that arrives. A line that is too long ends the connection. */
export const readLines = (socket: Socket, onLine: (line: string) => void): void => {
  // A line is put together once, when it is whole: joining at every chunk would take quadratic time.
  let parts: string[] = []
  let length = 0
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string | Buffer) => {
    const pieces = String(chunk).split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      const line = parts.join('') + piece
      parts = []
      length = 0
      onLine(line)
    }
    parts.push(rest)
    length += rest.length
    if (length > MAX_LINE_LENGTH) socket.destroy()
  })
}
