import { words as tw } from 'words:webhook-trouble'
import type { Schemas } from '../../../api/client.ts'
import { count, second, t } from '../../../messages/index.svelte.ts'
import { attemptText } from '../reasons.ts'
import type { Waiting } from './operations.ts'
import { waitingCount } from './waiting.ts'

/** Data of a webhook's failure. */
export interface Trouble {
  webhook: Schemas['Webhook']
  waiting: Waiting | undefined
  missing: number
  /** The last failed attempt and its event. */
  attempt: Schemas['DeliveryAttempt']
  eventType: string
}

/** Returns a plain-text report for the receiver's developer. Its URL comes from the log, without secrets. */
export const reportOf = ({ webhook, waiting, missing, attempt, eventType }: Trouble): string => {
  const words = tw().report
  const isOff = webhook.disabledAt !== null
  const lines: [name: string, value: string | null | undefined][] = [
    [words.webhook, webhook.description],
    [words.address, attempt.url],
    [isOff ? words.offSince : words.since, second(webhook.disabledAt ?? waiting?.since ?? attempt.at)],
    [words.waits, waiting && !isOff ? waitingCount(waiting) : count(missing)],
    [words.lastTry, second(attempt.at)],
    [words.event, eventType],
    [words.error, attemptText(attempt)],
    [words.detail, attempt.detail],
  ]
  const facts = lines.flatMap(([name, value]) => (value ? [t().labelled({ name, value })] : []))
  const answer = attempt.responseBody ? ['', `${words.answer}:`, attempt.responseBody] : []
  return [words.title, '', ...facts, ...answer, '', words.counts, ''].join('\n')
}
