import type { Town } from '../town.ts'
import { counts } from './counts.ts'
import { type End, readEnd } from './end.ts'
import { events } from './events.ts'
import { explanations } from './explanations.ts'
import { items } from './items.ts'
import { money } from './money.ts'
import { promises } from './promises.ts'
import { rest } from './rest.ts'
import { webhooks } from './webhooks.ts'

/** Says in sentences with ids where it does not hold; nothing where it does. */
export type Invariant = (end: End) => string[] | Promise<string[]>

export interface Broken {
  invariant: string
  what: string
}

/** Every invariant by its name. */
export const invariants: Readonly<Record<string, Invariant>> = {
  ...promises,
  ...items,
  ...events,
  ...webhooks,
  ...explanations,
  ...money,
  ...counts,
  ...rest,
}

export const check = async (town: Town, restless: readonly string[]): Promise<Broken[]> => {
  const end = await readEnd(town, restless)
  const broken: Broken[] = []
  for (const [invariant, holds] of Object.entries(invariants)) {
    for (const what of await holds(end)) broken.push({ invariant, what })
  }
  return broken
}
