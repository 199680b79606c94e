import { unknownId } from '../../engine/id-kinds.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import { addDays, dayIn } from '../../kernel/time.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { MailingRef } from '../../model/items.ts'
import type { Lookups } from './lookups.ts'
import type { Mailing } from './mailing.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'

/**
 * The mailing that `ref` names. Throws 422 on `postflowId` where it does not exist, 409 where it takes no
 * items.
 */
export const acceptingMailing = async (lookups: Lookups, ref: MailingRef): Promise<Mailing> => {
  const mailing = await lookups.mailing(ref)
  if (!mailing) throw unknownId('postflowId', 'pfl', String(ref.postflowId), 'mode')
  if (!mailing.takesItems) {
    throw problem(
      itemProblems.say('invalid_state.takes_no_items', { mailingName: mailing.name, status: mailing.status }),
    )
  }
  return mailing
}

/** Throws 422 on `sendOn` for a day in the past, or further ahead than runs are planned. `now` in ms. */
export const assertSendOn = (sendOn: string | null | undefined, timeZone: string, now: number): void => {
  if (!sendOn) return
  const today = dayIn(timeZone, now)
  if (sendOn < today) throw invalid('sendOn', itemInputSentences.say('past.send_on', { today }))
  if (sendOn <= addDays(today, itemLimits.sendOnDays)) return
  throw invalid('sendOn', itemInputSentences.say('too_far.send_on', { limit: itemLimits.sendOnDays }))
}
