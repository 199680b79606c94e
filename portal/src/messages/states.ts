import type { Schemas } from '../api/client.ts'
import { statesEn } from './states.en.ts'

export type Kind = keyof typeof statesEn
export type State<K extends Kind> = Schemas[K]
export type States = { [K in Kind]: Record<Schemas[K], string> }

/** Fails to compile if a state has no label. */
export const english: States = statesEn
