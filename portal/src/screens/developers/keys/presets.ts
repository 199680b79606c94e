import { words as w } from 'words:keys'
import { session } from '../../../api/session.svelte.ts'
import { type Permission, permissionGroups } from '../../organisation/permissions.ts'

/** Common sets of permissions; `own` is a choice of single ones. */
export const presets = ['send', 'read', 'all', 'own'] as const
export type Preset = (typeof presets)[number]

const everything: readonly Permission[] = permissionGroups.flatMap(({ permissions }) => permissions)
const sending: readonly Permission[] = ['items.read', 'items.write']
const isReading = (permission: string): boolean => permission.endsWith('.read')

const mine = (): Permission[] => everything.filter((permission) => session.can(permission))

/** True if the user may grant `all`, which includes permissions of later versions. */
export const mayAll = (): boolean => mine().length === everything.length

/** The presets that the user may grant; `send` needs all of its permissions, the others use those the user has. */
export const presetsOfUser = (): Preset[] =>
  presets.filter((preset) => {
    if (preset === 'send') return sending.every((permission) => session.can(permission))
    return preset !== 'read' || mine().some(isReading)
  })

/** Returns the scopes of a preset; those of `own` are the chosen ones. */
export const scopesOf = (preset: Preset, chosen: readonly string[]): 'all' | string[] => {
  if (preset === 'send') return [...sending]
  if (preset === 'read') return mine().filter(isReading)
  if (preset === 'own') return [...chosen]
  return mayAll() ? 'all' : mine()
}

/** Describes the scopes of a key in a few words. */
export const scopesText = (scopes: readonly string[]): string => {
  const has = (wanted: readonly string[]) => wanted.every((one) => scopes.includes(one))
  if (has(everything)) return w().fullAccess
  if (scopes.length === sending.length && has(sending)) return w().presets.send
  return scopes.every(isReading) ? w().presets.read : w().permissionCount({ count: scopes.length })
}
