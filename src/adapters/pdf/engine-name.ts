/** Raised whenever the same input would give other content streams: stored with layers and manifests. */
export const engine = 'lettershop-pdf/2'
