import { createTargetPolicy } from '../../../src/adapters/webhook-http/target.ts'
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../../src/core/ports/webhook-sender.ts'
import type { Life, World } from '../world.ts'

/** How a receiver is, until the world changes its mind. */
export const moods = ['well', 'well', 'errs', 'hangs', 'away', 'redirects', 'fickle'] as const
export type Mood = (typeof moods)[number]

const { refuse } = createTargetPolicy({ allowInsecure: false, allowCidrs: [] })

/** The network to the receivers of webhooks: it loses, delays, duplicates; receivers hang and answer what they like. */
export const senderOf = (world: World, life: Life, moodOf: (url: string) => Mood): WebhookSender => {
  const sender: WebhookSender = {
    refuse,
    async send(request) {
      const about = `${request.headers['X-Webhook-Event']} ${request.headers['X-Webhook-Id']} to ${request.url}`
      const begun = world.clock.now()
      await world.point(life, 'sends a webhook')
      const outcome = await deliver(world, life, request, moodOf(request.url))
      world.story.tell(life.name, () => `webhook ${about}: ${outcome.status ?? outcome.error}`)
      await world.point(life, 'has heard of a webhook')
      return { ...outcome, durationMs: Math.max(0, world.clock.now() - begun) }
    },
    async close() {},
  }
  return world.plant?.sender?.(sender, world) ?? sender
}

type Answer = Pick<WebhookOutcome, 'status' | 'error'>
const outcome = (answer: Answer): WebhookOutcome => ({ ...answer, responseBody: '', durationMs: 0 })

const deliver = async (
  world: World,
  life: Life,
  request: WebhookRequest,
  mood: Mood,
): Promise<WebhookOutcome> => {
  const { dice, profile } = world
  if (world.calm) return outcome(receive(world, request, 200))
  if (mood === 'away' || world.strikes(profile.loss)) return outcome({ error: 'connect' })
  if (mood === 'hangs') {
    await world.point(life, 'waits for a receiver', request.timeoutMs)
    return outcome({ error: 'timeout' })
  }
  if (dice.chance(0.2)) await world.point(life, 'is on its way to a receiver', dice.integer(9_000))
  const status = answerOf(world, mood)
  const heard = receive(world, request, status)
  if (world.strikes(profile.duplication)) receive(world, request, status)
  if (world.strikes(profile.loss)) return outcome({ error: dice.pick(['reset', 'timeout']) })
  return outcome(heard)
}

const answerOf = ({ dice }: World, mood: Mood): number => {
  switch (mood) {
    case 'errs':
      return dice.pick([400, 404, 410, 429, 500, 503])
    case 'redirects':
      return dice.pick([301, 302, 307, 308])
    case 'fickle':
      return dice.pick([200, 204, 500])
    default:
      return dice.pick([200, 200, 202, 204])
  }
}

const receive = ({ chronicle, clock }: World, request: WebhookRequest, answered: number): Answer => {
  const { url, headers, body } = request
  chronicle.receipts.push({ at: clock.now(), url, headers: { ...headers }, body: body.slice(), answered })
  const isRedirect = answered >= 300 && answered < 400
  return { status: answered, ...(isRedirect ? { error: 'redirect' } : {}) }
}
