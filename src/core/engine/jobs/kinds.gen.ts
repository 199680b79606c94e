// Made by `npm run generate` from the files that declare them. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines

/** Every kind of job: the name of the file that declares it. */
export const jobKinds = [
  'analytics.rebuild',
  'assets.expireUpload',
  'assets.purge',
  'assets.sweep',
  'billing.invoiceMail',
  'billing.invoicePdf',
  'billing.monthly',
  'billing.releaseHeld',
  'billing.treatments',
  'developers.advanceTestClock',
  'developers.retention',
  'events.retention',
  'exports.write',
  'idempotency.retention',
  'imports.forget',
  'imports.process',
  'itemActions.carryOut',
  'itemActions.gather',
  'itemActions.retention',
  'notices.approvals',
  'notices.mail',
  'notices.tell',
  'people.expireInvitation',
  'people.invitationMail',
  'people.passwordReset',
  'people.retention',
  'postbatches.copyItems',
  'postbatches.moveItems',
  'postbatches.validate',
  'postflows.moveItems',
  'privacy.deleteTestData',
  'privacy.erase',
  'privacy.retention',
  'catalogue.renewHolidays',
  'renders.render',
  'runs.attachReady',
  'runs.clean',
  'runs.complete',
  'runs.cutoff',
  'runs.handOver',
  'runs.moveItems',
  'runs.offerToCarrier',
  'runs.remake',
  'runs.render',
  'support.mail',
  'suppressions.import',
  'webhooks.disabledMail',
  'webhooks.drop',
  'webhooks.hold',
  'webhooks.replayMissed',
  'webhooks.replaySince',
] as const

/**
 * Those that say in their declaration when they are due again: one of each waits for as long as the instance
 * lives.
 */
export const recurringKinds = [
  'assets.sweep',
  'billing.monthly',
  'developers.retention',
  'events.retention',
  'idempotency.retention',
  'itemActions.retention',
  'people.retention',
  'privacy.retention',
  'catalogue.renewHolidays',
] as const satisfies readonly (typeof jobKinds)[number][]
