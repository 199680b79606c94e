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
  'runs.remake': 'the remake is FAILED, unless it is on its way to the printer',
  'suppressions.import': 'the import is FAILED; entries stay',
  'suppressions.takeRows': 'the import is FAILED; entries stay',
  'webhooks.replayMissed': 'the job is FAILED; what was sent stays sent',
  'webhooks.replaySince': 'the job is FAILED; what was sent stays sent',
  'webhooks.retryNow': 'the job is FAILED; what was sent stays sent',
}

/** Jobs that finish what a caller decided, also after the caller lost the scope. */
export const workThatWasDecided: Readonly<Record<string, string>> = {
  'developers.advanceTestClock': 'the test clock moves to the end that was asked for',
  'postbatches.moveItems': 'items follow the approval or cancellation of their Postbatch',
  'postbatches.validate': 'the check prints and sends nothing',
  'postflows.moveItems': 'items follow the pause or resumption of their Postflow',
  'privacy.deleteTestData': 'test data is deleted to the end',
  'privacy.erase': 'a person is erased to the end',
  'renders.render': 'the preview is drawn; who may open it is asked then',
  'runs.cutoff': 'a closed run is printed',
  'runs.handOver': 'a closed run is printed',
  'runs.moveItems': 'items follow their run',
  'runs.offerToCarrier': 'a printed run is offered to the carrier',
  'runs.render': 'a closed run is printed',
}
