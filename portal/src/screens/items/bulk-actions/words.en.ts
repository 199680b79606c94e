import type { Schemas } from '../../../api/client.ts'
import { count, sentenceOf } from '../../../messages/index.svelte.ts'
import type { Kind } from './offer.ts'

const items = (number: number): string => (number === 1 ? '1 item' : `${count(number)} items`)

export const en = {
  verbs: { APPROVE: 'Approve', REJECT: 'Reject', REPRINT: 'Print again', CANCEL: 'Cancel' } satisfies Record<
    Kind,
    string
  >,
  /** Dialog title and button label. */
  titles: {
    APPROVE: (number: number) => `Approve ${items(number)}`,
    REJECT: (number: number) => `Reject ${items(number)}`,
    REPRINT: (number: number) => `Print ${items(number)} again`,
    CANCEL: (number: number) => `Cancel ${items(number)}`,
  } satisfies Record<Kind, (number: number) => string>,
  effects: {
    APPROVE: (number: number): string =>
      number === 1 ? 'It goes on to the next production run.' : 'They go on to the next production run.',
    REJECT: (number: number) =>
      `${number === 1 ? 'It is' : 'They are'} cancelled and not printed. This cannot be undone.`,
    REPRINT: (number: number) =>
      `${number === 1 ? 'It' : 'Each'} becomes a new item for the same recipient, with the same words.`,
    CANCEL: (number: number) =>
      `${number === 1 ? 'It is' : 'They are'} not printed and not charged. This cannot be undone.`,
  } satisfies Record<Kind, (number: number) => string>,
  onlyTest: 'These are test items: nothing is printed or charged.',
  ownMail: 'They are real: you print and post them.',
  costs: (amount: string) => `Real paper is printed and posted. It costs ${amount}, excluding VAT.`,
  costsToday: (amount: string) =>
    `Real paper is printed and posted again. At the prices they had it costs ${amount}, excluding VAT; it is charged at today’s.`,
  costsEach: 'Real paper is printed and posted. Each item is charged at its own price.',
  costsEachToday: 'Real paper is printed and posted again. Each item is charged at today’s price.',
  costsNothing: 'Real paper is printed and posted again, free of charge.',
  free: 'Free of charge',
  others: (number: number) =>
    number === 1
      ? '1 selected item is in another state and stays as it is.'
      : `${count(number)} selected items are in another state and stay as they are.`,
  nothing: 'Nothing can be done with these items together.',
  tooMany: (most: number) =>
    `At most ${items(most)} at a time: choose a status or search to narrow the list.`,
  lookAgain: 'The list has changed. The numbers above are those of now: look, and press again.',
  doing: {
    APPROVE: 'Approving',
    REJECT: 'Rejecting',
    REPRINT: 'Printing again',
    CANCEL: 'Cancelling',
  } satisfies Record<Kind, string>,
  doingOf: (doing: string, done: number, total: number) => `${doing}: ${count(done)} of ${count(total)}`,
  done: {
    APPROVE: (number: number) => `${items(number)} approved.`,
    REJECT: (number: number) => `${items(number)} rejected.`,
    REPRINT: (number: number) => `${items(number)} ${number === 1 ? 'is' : 'are'} printed again.`,
    CANCEL: (number: number) => `${items(number)} cancelled.`,
  } satisfies Record<Kind, (number: number) => string>,
  failed: (number: number) =>
    number === 1 ? '1 refused and stays as it was.' : `${count(number)} refused and stay as they were.`,
  withdrawn: (left: number) =>
    `The person or program who asked for it may no longer do this: ${items(left)} left as they were.`,
  restart: 'Do the rest',
  notDone: 'The list had changed by then, and nothing was done. Select the items again.',
  stopped: (left: number) => `Stopped: ${items(left)} left as they were.`,
  why: 'See which and why',
  details: 'Details',
  stop: 'Stop',
  close: 'Close',
  all: 'Bulk actions',
  one: 'Bulk action',
  what: 'What',
  state: 'State',
  states: {
    PENDING: 'Waits',
    PROCESSING: 'Going on',
    COMPLETED: 'Done',
    CANCELLED: 'Stopped',
    REFUSED: 'Not done',
  } satisfies Record<Schemas['ItemActionStatus'], string>,
  asked: 'Asked for',
  ended: 'Ended',
  succeeded: 'Succeeded',
  refused: 'Refused',
  item: 'Item',
  /** Reason of a failure; undefined to use the API's message. */
  whyRefused: (_action: Kind, code: string, detail: string): string | undefined =>
    sentenceOf({ code, message: detail }),
  noneRefused: 'No item refused',
  noneRefusedText: 'Items that could not be changed stand here, each with its reason.',
  empty: 'Nothing was done to many items yet',
  emptyText: 'Select items in their list and choose what to do with them. It is kept here for 30 days.',
  toItems: 'To the items',
}
