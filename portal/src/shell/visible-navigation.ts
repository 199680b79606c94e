import { session } from '../api/session.svelte.ts'
import { type Entry, type Group, navigation } from './navigation.ts'

const onlyApproves = (): boolean => session.can('items.approve') && !session.makes

const isVisible = ({ permission, operatorScope, isOfMakers, isTest, isOfPayers }: Entry): boolean =>
  (!permission || session.can(permission)) &&
  (!operatorScope || session.runs(operatorScope)) &&
  (!isOfMakers || !onlyApproves()) &&
  (!isTest || session.mode === 'test') &&
  (!isOfPayers || session.pays)

/** Menu groups visible to the user in this mode. */
export const visibleGroups = (): Group[] =>
  navigation
    .map((group) => ({ ...group, entries: group.entries.filter(isVisible) }))
    .filter(({ entries }) => entries.length > 0)

/** All screens that the user may open. */
export const visibleEntries = (): Entry[] => visibleGroups().flatMap(({ entries }) => entries)
