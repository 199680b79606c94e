/** Jobs that ask before each chunk whether their caller still has the scope. */
export const workThatAsks: Readonly<Record<string, string>> = {
  'exports.write': 'the export is FAILED and its file removed',
  'exports.writeWorkbook': 'the export is FAILED and its file removed',
  'imports.process': 'the import is FAILED; rows that became items stay',
  'imports.takeRows': 'the import is FAILED; rows that became items stay',
  'integrations.makeStored': 'the connector stops; payloads wait for seven days',
  'itemActions.carryOut': 'the action is REFUSED; what was done stays done',
  'itemActions.gather': 'the action is REFUSED; nothing was done',
  'postbatches.copyItems': 'the copy is stopped; what was copied stays in the draft',
  'postbatches.correctSalutations': 'the rest keeps its salutations',
  'runs.remake': 'the remake is FAILED, unless the hand-over has begun',
  'suppressions.import': 'the import is FAILED; entries stay',
  'suppressions.takeRows': 'the import is FAILED; entries stay',
  'webhooks.replayMissed': 'the job is FAILED; what was sent stays sent',
  'webhooks.replaySince': 'the job is FAILED; what was sent stays sent',
  'webhooks.retryNow': 'the job is FAILED; what was sent stays sent',
}

/** Jobs that carry out what a caller decided, even after the caller lost the scope. */
export const workThatWasDecided: Readonly<Record<string, string>> = {
  'developers.advanceTestClock': 'the test clock moves to the requested time',
  'postbatches.moveItems': 'items follow the approval or cancellation of their Postbatch',
  'postbatches.validate': 'validation prints and sends nothing',
  'postflows.moveItems': 'items follow the pause or resumption of their Postflow',
  'privacy.deleteTestData': 'the deletion is completed',
  'privacy.erase': 'the erasure is completed',
  'renders.render': 'the preview is drawn; opening it checks the caller',
  'runs.cutoff': 'a closed run is printed',
  'runs.handOver': 'a closed run is printed',
  'runs.moveItems': 'items follow their run',
  'runs.offerToCarrier': 'a printed run is offered to the carrier',
  'runs.render': 'a closed run is printed',
}
