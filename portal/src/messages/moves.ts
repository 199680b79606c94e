import type { Said } from './dutch.ts'
import type { statesEn } from './states.en.ts'

type Kind = keyof typeof statesEn
/** The words of one language. */
type Words = { readonly [kind in Kind]: Readonly<Record<string, string>> }

/** Whose states the nouns of the API have. */
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
  /** The state that it is in, and the one that was asked for. */
  status: string
  to: string
}

/** What could not become something else, where that is what is said; of what kept no values, from the sentence. */
export const moveOf = ({ code, message, params }: Said): Move | undefined => {
  if (code !== 'invalid_state') return undefined
  if (params !== undefined) {
    const { noun, status, to } = params
    return params.case === 'move' ? { noun: `${noun}`, status: `${status}`, to: `${to}` } : undefined
  }
  const [, noun, status, to] = /^This (.+) is ([A-Z_]+) and cannot become ([A-Z_]+)\.$/.exec(message) ?? []
  return noun && status && to ? { noun, status, to } : undefined
}

/** How a state of something is called on the screen. */
export const stateWord = (states: Words, noun: string, status: string): string | undefined =>
  kinds[noun] && states[kinds[noun]][status]

const nouns = new RegExp(`\\b(?:${Object.keys(kinds).join('|')})\\b`, 'g')

/**
 * A sentence of the API with the portal's words for the states that it names: `ARCHIVED` is for programs. Other sentences
 * than those about states are unchanged, because they quote what users wrote.
 */
export const wordedStates = ({ code, message, params }: Said, states: Words): string => {
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

/** In English as the portal calls things and states: the API's own sentence has the names that programs read. */
export const moveInEnglish = ({ noun, status, to }: Move, states: Words): string | undefined => {
  const [from, aim] = [status, to].map((state) => stateWord(states, noun, state))
  if (!from || !aim) return undefined
  const thing = noun === 'Postbatch' ? 'mailing' : noun
  return status === to
    ? `This ${thing} is ${from.toLowerCase()} already.`
    : `This ${thing} is “${from}” and cannot become “${aim}”.`
}
