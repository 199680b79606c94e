/** A frame of a stream of Server-Sent Events. */
export interface Frame {
  /** Number of the event in the organisation's sequence; undefined of a hint. */
  id: number | undefined
  /** `ready`, `reload`, the type of an event, or of a hint such as `export.changed`. */
  event: string
  data: string
}

/** Cuts a stream into frames as they arrive. Comments are left out. */
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
