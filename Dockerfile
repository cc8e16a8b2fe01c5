# One image for API, worker and sandbox; the command says which.
FROM node:24-slim AS build
WORKDIR /kerf
COPY . .
RUN npm install && npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /kerf
ENV NODE_ENV=production
COPY --from=build --chown=node:node /kerf /kerf
USER node
EXPOSE 7400
CMD ["node", "apps/api/dist/main.js"]
