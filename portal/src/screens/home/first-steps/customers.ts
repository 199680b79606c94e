/** Stored in this browser only: whether the user who set up the server prints for customers. */
const key = 'lettershop.prints-for-customers'

export const notePrintsForCustomers = (): void => localStorage.setItem(key, 'yes')
export const printsForCustomers = (): boolean => localStorage.getItem(key) === 'yes'
