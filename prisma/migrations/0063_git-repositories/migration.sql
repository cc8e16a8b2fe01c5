-- CreateTable
CREATE TABLE "git_repositories" (
    "id" TEXT NOT NULL,
    "scope_key" TEXT NOT NULL,
    "scope_kind" TEXT NOT NULL,
    "team_id" TEXT,
    "cluster_id" TEXT,
    "node_pool" TEXT,
    "provider" TEXT NOT NULL,
    "api_url" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "path_pattern" TEXT NOT NULL,
    "files" TEXT[],
    "sealed_token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "git_repositories_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "git_repositories_scope_key_key" ON "git_repositories"("scope_key");

-- CreateIndex
CREATE INDEX "git_repositories_team" ON "git_repositories"("team_id");

-- CreateIndex
CREATE INDEX "git_repositories_cluster" ON "git_repositories"("cluster_id");

-- AddForeignKey
ALTER TABLE "git_repositories" ADD CONSTRAINT "git_repositories_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_repositories" ADD CONSTRAINT "git_repositories_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
