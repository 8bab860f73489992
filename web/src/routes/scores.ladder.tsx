import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/scores/ladder')({ component: () => <p>ladder</p> })
