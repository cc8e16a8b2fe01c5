-- CreateIndex
CREATE INDEX "interruptions_received" ON "interruptions"("received_at");
