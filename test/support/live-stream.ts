import { setImmediate } from 'node:timers/promises'
import type { PortalSession } from './portal.ts'
import type { TestShop } from './shop.ts'

/** An open stream, and what it has received so far. */
export interface OpenStream {
  status: number
  /** Received frames except comments. `event` is `ready`, `reload` or the type of an event. */
  frames(): { id: number; event: string; data: unknown }[]
  comments(): number
  hasEnded(): boolean
  /** Disconnects the reader. */
  leave(): Promise<void>
}

const frameOf = (text: string) => ({
  id: Number(/^id: (.*)$/m.exec(text)?.[1]),
  event: /^event: (.*)$/m.exec(text)?.[1] ?? '',
  data: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null'),
})

/** Sends committed events to all streams, and lets their readers receive them. */
export const pushEvents = async (shop: TestShop): Promise<void> => {
  await shop.core.live.look()
  await setImmediate()
}

/** Opens a stream as a page of the portal does. */
export const listen = async (
  shop: TestShop,
  session: PortalSession,
  {
    mode = 'live',
    organisationId = shop.organisation.id,
    after,
  }: { mode?: string; organisationId?: string; after?: number } = {},
): Promise<OpenStream> => {
  const answer = await shop.core.call({
    operation: (await shop.core.registry.get('events.live'))!,
    params: {},
    query: after === undefined ? [] : [['after', String(after)]],
    body: async () => undefined,
    headers: { mode, organisationId },
    client: { address: '', userAgent: '', origin: 'own', sessionToken: session.token },
    requestId: shop.services.ids.next('req'),
  })
  let text = ''
  let hasEnded = false
  const chunks = (answer.stream?.content as AsyncIterable<Uint8Array> | undefined)?.[Symbol.asyncIterator]()
  const read = async () => {
    for (;;) {
      const next = await chunks!.next()
      if (next.done) break
      text += new TextDecoder().decode(next.value)
    }
    hasEnded = true
  }
  const reading = chunks && read()
  await setImmediate()
  const parts = () => text.split('\n\n').filter((part) => part !== '')
  return {
    status: answer.status,
    frames: () =>
      parts()
        .filter((part) => part !== ':')
        .map(frameOf),
    comments: () => parts().filter((part) => part === ':').length,
    hasEnded: () => hasEnded,
    async leave() {
      await chunks?.return?.()
      await reading
    },
  }
}
