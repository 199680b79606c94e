/**
 * Stored with layers and manifests. Raise it whenever the same input would produce different content streams.
 */
export const engine = 'lettershop-pdf/2'
