import { defineJob } from '../../../engine/jobs/job.ts'
import { gt } from '../../../kernel/query.ts'
import { everyone } from '../../../ports/store.ts'
import { profileOf, treatmentOf } from '../../ledger/profile.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { patchOrganisation } from '../../organisations/manage.ts'

/** Organisations read at a time. */
const chunkSize = 100

/**
 * Writes to every organisation how it is taxed, after the seller moved to another country. Each in its own
 * transaction, since invoices read the seller themselves and nothing waits for this.
 */
export const treatmentsJob = defineJob({
  kind: 'billing.treatments',
  async handler({ services, transact, extend }) {
    let after = ''
    for (;;) {
      const organisations = await services.store.read((rows) =>
        rows.organisations.find(everyone, { id: gt(after) }, { order: [{ field: 'id' }], limit: chunkSize }),
      )
      for (const { id } of organisations) {
        await transact(async ({ rows }) => {
          const organisation = await rows.organisations.get(everyone, id)
          if (!organisation) return
          const profile = await profileOf(rows, organisation)
          const vatTreatment = treatmentOf(profile, organisation, await sellerOf(rows))
          if (vatTreatment !== organisation.vatTreatment) {
            await patchOrganisation(services, rows, organisation, { vatTreatment })
          }
        })
      }
      const last = organisations.at(-1)
      if (organisations.length < chunkSize || !last) return undefined
      after = last.id
      await extend()
    }
  },
})
