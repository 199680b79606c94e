import { createTargetPolicy } from '../../../src/adapters/webhook-http/target.ts'
import type { Mailer } from '../../../src/core/ports/mailer.ts'
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../../src/core/ports/webhook-sender.ts'
import { type Incarnation, InjectedFault, type Simulation } from '../simulation.ts'

/** Initial behaviours of receivers; the first is listed twice, to be chosen more often. */
export const behaviours = [
  'healthy',
  'healthy',
  'failing',
  'hanging',
  'unreachable',
  'redirecting',
  'flaky',
] as const
export type Behaviour = (typeof behaviours)[number]

const { refuse } = createTargetPolicy({ allowInsecure: false, allowCidrs: [] })

/** A network that loses, delays and duplicates webhook requests, with receivers that misbehave. */
export const senderOf = (
  simulation: Simulation,
  incarnation: Incarnation,
  behaviourOf: (url: string) => Behaviour,
): WebhookSender => {
  const sender: WebhookSender = {
    refuse,
    async send(request) {
      const about = `${request.headers['X-Webhook-Event']} ${request.headers['X-Webhook-Id']} to ${request.url}`
      const begun = simulation.clock.now()
      await simulation.yieldPoint(incarnation, 'sends a webhook')
      const outcome = await deliver(simulation, incarnation, request, behaviourOf(request.url))
      simulation.trace.add(incarnation.name, () => `webhook ${about}: ${outcome.status ?? outcome.error}`)
      await simulation.yieldPoint(incarnation, 'gets the outcome of a webhook')
      return { ...outcome, durationMs: Math.max(0, simulation.clock.now() - begun) }
    },
    async close() {},
  }
  return simulation.injectedBug?.sender?.(sender, simulation) ?? sender
}

type Answer = Pick<WebhookOutcome, 'status' | 'error'>
const outcome = (answer: Answer): WebhookOutcome => ({ ...answer, responseBody: '', durationMs: 0 })

const deliver = async (
  simulation: Simulation,
  incarnation: Incarnation,
  request: WebhookRequest,
  behaviour: Behaviour,
): Promise<WebhookOutcome> => {
  const { random, profile } = simulation
  if (simulation.faultFree) return outcome(receive(simulation, request, 200))
  if (behaviour === 'unreachable' || simulation.faultOccurs(profile.loss))
    return outcome({ error: 'connect' })
  if (behaviour === 'hanging') {
    await simulation.yieldPoint(incarnation, 'waits for a receiver', request.timeoutMs)
    return outcome({ error: 'timeout' })
  }
  if (random.chance(0.2))
    await simulation.yieldPoint(incarnation, 'is on its way to a receiver', random.integer(9_000))
  const status = statusOf(simulation, behaviour)
  const answer = receive(simulation, request, status)
  if (simulation.faultOccurs(profile.duplication)) receive(simulation, request, status)
  if (simulation.faultOccurs(profile.loss)) return outcome({ error: random.pick(['reset', 'timeout']) })
  return outcome(answer)
}

const statusOf = ({ random }: Simulation, behaviour: Behaviour): number => {
  switch (behaviour) {
    case 'failing':
      return random.pick([400, 404, 410, 429, 500, 503])
    case 'redirecting':
      return random.pick([301, 302, 307, 308])
    case 'flaky':
      return random.pick([200, 204, 500])
    default:
      return random.pick([200, 200, 202, 204])
  }
}

const receive = ({ history, clock }: Simulation, request: WebhookRequest, answered: number): Answer => {
  const { url, headers, body } = request
  history.receipts.push({ at: clock.now(), url, headers: { ...headers }, body: body.slice(), answered })
  const isRedirect = answered >= 300 && answered < 400
  return { status: answered, ...(isRedirect ? { error: 'redirect' } : {}) }
}

/** A mail server that at times refuses a mail, or accepts it and loses the answer. */
export const mailerOf = (simulation: Simulation, incarnation: Incarnation): Mailer => {
  const maybeFail = (when: string) => {
    if (!simulation.faultOccurs(simulation.profile.mailFaults)) return
    simulation.trace.add(incarnation.name, () => `a mail fails ${when}`)
    throw new InjectedFault(`The simulated mail server fails ${when}.`)
  }
  const mailer: Mailer = {
    available: true,
    async send({ to, messageId }) {
      await simulation.yieldPoint(incarnation, 'sends a mail')
      maybeFail('before it is accepted')
      simulation.history.mailed.push({ to, messageId })
      simulation.trace.add(incarnation.name, () => `mails ${messageId} to ${to}`)
      await simulation.yieldPoint(incarnation, 'has sent a mail')
      maybeFail('after it is accepted')
    },
    async close() {},
  }
  return simulation.injectedBug?.mailer?.(mailer, simulation) ?? mailer
}
