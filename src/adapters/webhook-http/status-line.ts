import type { Socket } from 'node:net'

/** Interim answers are a line or two; longer data contains no status line worth waiting for. */
const limit = 32 * 1024

/**
 * Reads the status of an answer from the connection as soon as its line has arrived: Node's client reports it
 * only with the whole head, and a 2xx status line decides (docs/design/webhooks.md), also when the connection breaks
 * after it.
 */
export class StatusLine {
  #text = ''
  #socket: Socket | undefined
  readonly #read = (chunk: Uint8Array) => {
    if (this.#text.length < limit) this.#text += new TextDecoder('latin1').decode(chunk)
  }

  follow(socket: Socket): void {
    this.#socket = socket
    // Registered before the parser, whose error ends everything.
    socket.prependListener('data', this.#read)
  }

  /** Stops reading, because the connection may serve another request next. */
  leave(): void {
    this.#socket?.off('data', this.#read)
  }

  /** The status of the answer, interim ones passed over; undefined while its line is not whole. */
  get status(): number | undefined {
    for (let rest = this.#text; ; ) {
      const line = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [^\r\n]*)?\r?\n/.exec(rest)
      if (!line) return undefined
      const status = Number(line[1])
      if (status >= 200) return status
      const end = /\r?\n\r?\n/.exec(rest)
      if (!end) return undefined
      rest = rest.slice(end.index + end[0].length)
    }
  }
}
