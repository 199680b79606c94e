import { CommandFailure } from '../cli/failure.ts'
import { reasonOf } from '../instance/folder.ts'

export interface BackupCheck {
  name: string
  /** `open`: not checked, because an earlier check failed or because it is stored elsewhere. */
  result: 'holds' | 'fails' | 'open'
  detail: string
}

export const holds = (detail: string) => ({ result: 'holds' as const, detail })
export const fails = (detail: string) => ({ result: 'fails' as const, detail })

/** Makes a check and notes what it found; true where it holds. */
export type Look = (name: string, work: () => Promise<Omit<BackupCheck, 'name'>>) => Promise<boolean>

/** Notes checks in a list. What a check throws is what it found. */
export const lookInto =
  (checks: BackupCheck[]): Look =>
  async (name, work) => {
    const found = await work().catch((error: unknown) =>
      fails(error instanceof CommandFailure ? error.message : `could not be looked at: ${reasonOf(error)}`),
    )
    checks.push({ name, ...found })
    return found.result === 'holds'
  }

/** Names that a sentence lists. */
const named = 5

/** A sentence such as `2 missing: a, b`; empty where there are no names. */
export const told = (what: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return [`${names.length} ${what}: ${names.slice(0, named).join(', ')}${more}`]
}
