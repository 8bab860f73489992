/** Validators of a text field that may not be empty. */
export const required = (problem: string) => ({
  onSubmit: ({ value }: { value: string }) => (value.trim() === '' ? problem : undefined),
})
