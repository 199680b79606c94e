import type { ApiMessage } from './dutch.ts'
import type { Kind } from './tones.ts'

export type StateWords = { readonly [kind in Kind]: Readonly<Record<string, string>> }

/** The kind of states of each API noun. */
const kinds: Readonly<Record<string, Kind>> = {
  item: 'ItemStatus',
  run: 'RunStatus',
  Postflow: 'PostflowStatus',
  Postbatch: 'PostbatchStatus',
  invoice: 'InvoiceStatus',
  invitation: 'InvitationStatus',
  organisation: 'OrganisationStatus',
  ticket: 'TicketStatus',
}

export interface Move {
  noun: string
  /** Current and requested state. */
  status: string
  to: string
}

/** Returns the refused state change of a message, parsed from the sentence if there are no `params`. */
export const moveOf = ({ code, message, params }: ApiMessage): Move | undefined => {
  if (code !== 'invalid_state') return undefined
  if (params !== undefined) {
    const { noun, status, to } = params
    return params.case === 'move' ? { noun: `${noun}`, status: `${status}`, to: `${to}` } : undefined
  }
  const [, noun, status, to] = /^This (.+) is ([A-Z_]+) and cannot become ([A-Z_]+)\.$/.exec(message) ?? []
  return noun && status && to ? { noun, status, to } : undefined
}

/** Returns the label of a noun's state. */
export const stateWord = (states: StateWords, noun: string, status: string): string | undefined =>
  kinds[noun] && states[kinds[noun]][status]

const nouns = new RegExp(`\\b(?:${Object.keys(kinds).join('|')})\\b`, 'g')

/** Replaces states such as `ARCHIVED` by labels, only in messages about states: others may quote users. */
export const wordedStates = ({ code, message, params }: ApiMessage, states: StateWords): string => {
  if (code !== 'invalid_state') return message
  return message.replace(/\b[A-Z][A-Z_]{3,}\b/g, (state, at: number) => {
    const noun = message.slice(0, at).match(nouns)?.at(-1) ?? ''
    const word =
      stateWord(states, noun, state) ??
      Object.values(states).find((kind) => kind[state])?.[state] ??
      (params?.status === state ? state.toLowerCase().replaceAll('_', ' ') : undefined)
    return word ? `“${word}”` : state
  })
}

/** Returns the English sentence with the portal's names of nouns and states. */
export const moveInEnglish = ({ noun, status, to }: Move, states: StateWords): string | undefined => {
  const [from, aim] = [status, to].map((state) => stateWord(states, noun, state))
  if (!from || !aim) return undefined
  const thing = noun === 'Postbatch' ? 'mailing' : noun
  return status === to
    ? `This ${thing} is ${from.toLowerCase()} already.`
    : `This ${thing} is “${from}” and cannot become “${aim}”.`
}
