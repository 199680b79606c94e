import { words as w } from 'words:home'
import type { Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import { count, sentenceOf } from '../../messages/index.svelte.ts'
import { type Picture, pictureOf, thumbnailDpi } from '../../paper/pictures.ts'
import { p } from '../../shell/routes.ts'
import type { IconName } from '../../ui/icons.ts'
import { mailingThumb } from '../postbatches/mailing-picture.ts'
import { type Cutoff, nextCutoff } from '../runs/cutoffs.ts'
import { type Counted, type Kind, now } from './places.ts'
import { cutoffTime } from './times.ts'
import { isOfItems, type Waiting } from './waiting.svelte.ts'

type Action = 'review' | 'correct' | 'decide' | 'topUp' | 'print' | 'post' | 'reprint' | 'show'

export interface Task {
  key: string
  title: string
  text: string
  action: string
  href: string
  /** Shown if the task is about no piece. */
  icon: IconName
  /** Picture of the piece; its key is undefined until it is known. */
  picture?: { key: string | undefined; load: () => Promise<Picture>; isPile: boolean }
}

const icons: Readonly<Record<Kind, IconName>> = {
  itemsNeedingAttention: 'mail',
  itemsPendingApproval: 'mail',
  itemsRejected: 'mail',
  itemsHeldForFunds: 'wallet',
  itemsHeldForCap: 'wallet',
  postbatchesToApprove: 'mails',
  postbatchesRejected: 'mails',
  importsFailed: 'file-text',
  connectorsStopped: 'code-xml',
  connectorsToReview: 'code-xml',
  suppressionsProposed: 'mail-x',
  suppressionsUndecided: 'mail-x',
  runsHeldUp: 'triangle-alert',
  remakesHeldUp: 'printer',
  printersAway: 'printer',
  endpointsDisabled: 'code-xml',
  deliveriesUndelivered: 'code-xml',
}

const mayApprove = () => session.can('items.approve')

/** Returns the word of a row's action; users who may not act look at it. */
const actionOf = (kind: Kind): Action => {
  if (kind === 'itemsPendingApproval' || kind === 'postbatchesToApprove')
    return mayApprove() ? 'review' : 'show'
  if (kind === 'itemsNeedingAttention' || kind === 'postbatchesRejected') return 'correct'
  if (kind === 'suppressionsProposed') return 'review'
  if (kind === 'suppressionsUndecided') return 'decide'
  return kind === 'itemsHeldForFunds' && session.can('billing.manage') ? 'topUp' : 'show'
}

const textOf = (waiting: Waiting, { kind, number }: Counted): string => {
  const undelivered = waiting.attention.data?.deliveriesUndelivered ?? 0
  if (kind === 'endpointsDisabled' && undelivered > 0) {
    return `${w().texts[kind]} ${w().undelivered({ events: undelivered })}`
  }
  if (actionOf(kind) === 'show' && isDecision(kind)) return w().someoneApproves
  const finding = waiting.firstOf(kind)?.findings.find(({ severity }) => severity === 'error')
  return kind === 'itemsNeedingAttention' && number === 1 && finding ? sentenceOf(finding) : w().texts[kind]
}
const isDecision = (kind: Kind) => kind === 'itemsPendingApproval' || kind === 'postbatchesToApprove'

const pictureOfItems = (waiting: Waiting, { kind, number }: Counted): Task['picture'] => {
  const item = waiting.firstOf(kind)
  return {
    key: item && `${item.id} ${item.revision}`,
    load: () => pictureOf(item!, 1, thumbnailDpi),
    isPile: number > 1,
  }
}

type Counts = Pick<Counted, 'number' | 'isCapped'>
const titleOf = (
  kind: Exclude<keyof ReturnType<typeof w>['titles'], 'balanceLow'>,
  { number, isCapped }: Counts,
): string => w().titles[kind]({ number, count: `${count(number)}${isCapped ? '+' : ''}` })

const countedTask = (waiting: Waiting, counted: Counted): Task => {
  const { kind, href } = counted
  return {
    key: kind,
    title: titleOf(kind, counted),
    text: textOf(waiting, counted),
    action: w().actions[actionOf(kind)],
    href,
    icon: icons[kind],
    ...(isOfItems(kind) ? { picture: pictureOfItems(waiting, counted) } : {}),
  }
}

/** Returns the number of a mailing's pieces that are neither left out nor to be corrected. */
export const piecesOf = ({ itemsByStatus: by, itemCount }: Schemas['Postbatch']): number =>
  itemCount - by.NEEDS_ATTENTION - by.SUPPRESSED - by.CANCELLED - by.FAILED - by.NOT_SENT

const mailingTask = (mailing: Schemas['Postbatch'], calendar: readonly Cutoff[]): Task => {
  const { id, name, productSpecificationId } = mailing
  const own = calendar.filter((one) => one.productSpecificationId === productSpecificationId)
  const cutoff = nextCutoff(own, mailing, now())
  const by = cutoff ? w().approveBy({ when: cutoffTime(cutoff.cutoffAt, now()) }) : ''
  return {
    key: id,
    title: name,
    text: `${w().mailingReady({ pieces: piecesOf(mailing) })} ${mayApprove() ? by : w().someoneApproves}`,
    action: w().actions[actionOf('postbatchesToApprove')],
    href: p('/postbatches/:id', { params: { id } }),
    icon: 'mails',
    picture: mailingThumb(mailing),
  }
}

const printTask = ({ toPrint }: Waiting): Task[] => {
  const { found = [], isCapped = false } = toPrint.data ?? {}
  const [run, ...others] = found
  if (!run) return []
  const kind = found.every(({ stage }) => stage === 'elsewhere') ? 'toPost' : 'toPrint'
  const isOne = others.length === 0 && !isCapped
  return [
    {
      key: kind,
      title: titleOf(kind, { number: found.length, isCapped }),
      text: w().texts[kind],
      action: w().actions[kind === 'toPost' ? 'post' : 'print'],
      // The only run, otherwise the list.
      href: isOne ? p('/runs/:id', { params: { id: run.id } }) : `${p('/runs')}?status=HANDED_TO_PRINTER`,
      icon: 'printer',
    },
  ]
}

const spoiledTask = ({ spoiled }: Waiting): Task[] => {
  if (!spoiled.data?.number) return []
  const [run, ...others] = spoiled.data.byRun.keys()
  return [
    {
      key: 'spoiled',
      title: titleOf('spoiled', spoiled.data),
      text: w().texts.spoiled,
      action: w().actions.reprint,
      href: run && others.length === 0 ? p('/runs/:id', { params: { id: run } }) : p('/runs'),
      icon: 'printer',
    },
  ]
}

const balanceTask = ({ attention }: Waiting): Task[] => {
  if (attention.data?.isBalanceLow !== true) return []
  const manages = session.can('billing.manage')
  return [
    {
      key: 'balanceLow',
      title: w().titles.balanceLow,
      text: w().texts.balanceLow,
      action: w().actions[manages ? 'topUp' : 'show'],
      href: manages ? p('/balance/top-ups') : p('/balance'),
      icon: 'wallet',
    },
  ]
}

/** Returns the rows of what waits for the user, most urgent first. */
export const tasksOf = (waiting: Waiting, calendar: readonly Cutoff[]): Task[] => [
  ...printTask(waiting),
  ...spoiledTask(waiting),
  ...waiting.counted.flatMap((counted) =>
    counted.kind === 'postbatchesToApprove' && waiting.mailings
      ? waiting.mailings.map((mailing) => mailingTask(mailing, calendar))
      : countedTask(waiting, counted),
  ),
  ...balanceTask(waiting),
]
