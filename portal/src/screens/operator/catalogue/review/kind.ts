/** Returns the kind of a catalogue change: the case of its sentence, such as `created`; '' without one. */
export const kindOf = ({ params }: { params?: Readonly<Record<string, unknown>> | undefined }): string =>
  `${params?.case ?? ''}`
