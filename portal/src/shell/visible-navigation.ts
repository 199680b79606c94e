import { session } from '../api/session.svelte.ts'
import { type Entry, type Group, navigation } from './navigation.ts'

const onlyApproves = (): boolean => session.can('items.approve') && !session.makes

const isShown = ({ permission, operatorScope, isOfMakers, isTest, isOfPayers }: Entry): boolean =>
  (!permission || session.can(permission)) &&
  (!operatorScope || session.runs(operatorScope)) &&
  (!isOfMakers || !onlyApproves()) &&
  (!isTest || session.mode === 'test') &&
  (!isOfPayers || session.pays)

/** The groups of the navigation with what the person may see in this mode. */
export const groupsShown = (): Group[] =>
  navigation
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0)

/** All places that the person may go to. */
export const entriesShown = (): Entry[] => groupsShown().flatMap(({ entries }) => entries)
