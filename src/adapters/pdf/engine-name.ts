/** Stored with layers and manifests. Raise it if the same input would give different content streams. */
export const engine = 'lettershop-pdf/2'
