/** A frame of a Server-Sent Events stream. */
export interface Frame {
  /** Sequence number of the event; undefined for a hint. */
  id: number | undefined
  /** `ready`, `reload`, an event type, or a hint such as `export.changed`. */
  event: string
  data: string
}

/** Returns a function that takes chunks of a stream and returns the frames they complete, except comments. */
export const createFrames = (): ((text: string) => Frame[]) => {
  let rest = ''
  return (text) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop()!
    return parts.flatMap((part) => {
      const fields = new Map(
        part.split('\n').map((line) => {
          const at = line.indexOf(':')
          return [line.slice(0, at), line.slice(at + 1).trimStart()] as const
        }),
      )
      const event = fields.get('event')
      return event
        ? [
            {
              id: fields.has('id') ? Number(fields.get('id')) : undefined,
              event,
              data: fields.get('data') ?? '',
            },
          ]
        : []
    })
  }
}
