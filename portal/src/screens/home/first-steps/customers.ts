/** In this browser only: whoever set the server up said there that they print for customers. */
const key = 'lettershop.prints-for-customers'

export const notePrintsForCustomers = (): void => localStorage.setItem(key, 'yes')
export const printsForCustomers = (): boolean => localStorage.getItem(key) === 'yes'
