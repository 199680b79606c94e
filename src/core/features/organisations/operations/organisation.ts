import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { requestRebuild } from '../../analytics/rebuild.ts'
import { profileOf, treatmentOf } from '../../ledger/profile.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { timeZoneChanged } from '../../ledger/spending-caps.ts'
import { toWire, patchOrganisation as writePatch } from '../manage.ts'
import { organisationPatch, organisationSchema } from '../schema.ts'

export const getOrganisation = defineOperation({
  id: 'organisation.get',
  method: 'GET',
  path: '/organisation',
  summary: 'Get the organisation of the key',
  permission: 'organisation.read',
  effect: 'read',
  output: organisationSchema,
  async handler({ organisation }) {
    return toWire(organisation)
  },
})

export const patchOrganisation = defineOperation({
  id: 'organisation.patch',
  method: 'PATCH',
  path: '/organisation',
  summary: 'Change the organisation',
  description:
    'Another country changes what counts as domestic and how later invoices are taxed. Another time zone ' +
    'recalculates the days of the analytics, which takes a moment for many items.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  body: organisationPatch,
  output: organisationSchema,
  errors: ['invalid_state'],
  async handler({ rows, work, services, organisation: caller }, { body }) {
    // Read again, because the caller's copy dates from authentication.
    const organisation = await rows.organisations.get(everyone, caller.id)
    if (!organisation) throw notFound('organisation')
    if (body.timeZone !== undefined && body.timeZone !== organisation.timeZone) {
      await requestRebuild(services, { rows, work }, organisation)
      await timeZoneChanged({ rows, work }, organisation, body.timeZone)
    }
    const profile = await profileOf(rows, organisation)
    const vatTreatment = treatmentOf(profile, { ...organisation, ...body }, await sellerOf(rows))
    return toWire(await writePatch(services, rows, organisation, { ...body, vatTreatment }))
  },
})
