import { session } from '../api/session.svelte.ts'
import { type Entry, type Group, navigation } from './navigation.ts'

const onlyApproves = (): boolean => session.can('items.approve') && !session.makes

const isShown = ({ permission, operatorScope, isOfMakers, isTest, isOfPayers }: Entry): boolean =>
  (!permission || session.can(permission)) &&
  (!operatorScope || session.runs(operatorScope)) &&
  (!isOfMakers || !onlyApproves()) &&
  (!isTest || session.mode === 'test') &&
  (!isOfPayers || session.pays)

/** Menu groups visible to the user in this mode. */
export const groupsShown = (): Group[] =>
  navigation
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0)

/** All screens that the user may open. */
export const entriesShown = (): Entry[] => groupsShown().flatMap(({ entries }) => entries)
