import type { ModeScope } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'

/** What every new Postbatch begins with, whatever it prints. `now` in ms on the clock of its mode. */
export const newDraft = (services: Services, { organisationId, mode }: ModeScope, now: number) =>
  ({
    id: services.ids.next('pbt'),
    organisationId,
    mode,
    status: 'DRAFT',
    copyOf: null,
    copiedUntil: null,
    copyLeftOut: null,
    copyFailureCode: null,
    reservedCents: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    validatedAt: null,
    approvedAt: null,
    scheduledAt: null,
    inProductionAt: null,
    completedAt: null,
    cancelledAt: null,
    takenCents: null,
    spentMonth: null,
    spentKeyId: null,
    pricedQuantity: null,
    rejectedAt: null,
    rejectedBy: null,
    rejectionReason: null,
    sentBefore: null,
    salutationCorrections: null,
    warnings: null,
  }) satisfies Partial<PostbatchRow>
