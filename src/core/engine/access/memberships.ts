import type { MemberRow } from '../../model/people.ts'
import { everyone, type FindOptions, type Rows } from '../../ports/store.ts'

/** The memberships of a person in all organisations. */
export const membershipsOf = (
  rows: Pick<Rows, 'members'>,
  userId: string,
  options?: FindOptions<MemberRow>,
): Promise<MemberRow[]> => rows.members.find(everyone, { userId }, options)
