/**
 * Reasons why a remake waits. They are stored as English text without a code, so the portal recognises them
 * (`remake-reason.ts` there). A reworded text needs a pattern beside the earlier one.
 */
export const waitReasons = {
  held: (reason: string) => `Printing is held. ${reason}`,
  printerOff: (printer: string, status: string) =>
    `The printer ${printer} is ${status}. The remake resumes automatically when the printer is active.`,
  printerAway: (reason: string) =>
    `${reason} The remake resumes automatically when the printer is available again.`,
  triedAgain: (error: string) => `${error} It is tried again.`,
}
