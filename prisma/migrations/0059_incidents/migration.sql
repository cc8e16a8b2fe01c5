-- CreateTable
CREATE TABLE "incidents" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "objects" TEXT[],
    "node_pools" TEXT[],
    "cause" TEXT NOT NULL,
    "remedy" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incidents_cluster" ON "incidents"("cluster_id", "id");

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- At most one open incident of a kind for an object, whichever workers detect it.
CREATE UNIQUE INDEX "incidents_open" ON "incidents"("cluster_id", "kind", "object") WHERE "ended_at" IS NULL;
