/** Returns the kind of a catalogue change: its parameter `case`, such as `created`, or '' if it has none. */
export const kindOf = ({ params }: { params?: Readonly<Record<string, unknown>> | undefined }): string =>
  `${params?.case ?? ''}`
